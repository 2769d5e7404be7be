/** One mail address and nothing else: a comma, a blank or a bracket would make several of it. */
export const MAIL_ADDRESS = /^(?=.{3,254}$)[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/;

export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);
