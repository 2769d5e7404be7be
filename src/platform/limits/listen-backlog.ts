/**
 * Connections that the system holds while a process is busy, because all devices come at once after a restart. Node's
 * own 511 were too few: under overload some senders had no answer for a minute. Linux itself holds 4,096 at most.
 */
export const LISTEN_BACKLOG = 4096;
