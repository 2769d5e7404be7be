/** One mail address and nothing else: a comma, a blank or a bracket would make several of it. */
export const isMailAddress = (text: string): boolean => /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(text);
