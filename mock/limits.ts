/** How long a server waits for its clients, and how much it takes from them. Times are in milliseconds; answers may take any time. */
export interface ServerLimits {
  /** How long the header of a request may take to arrive; at least `checkInterval`. */
  headerTime: number;
  /** How long a whole request may take to arrive, header and body; at least `headerTime`. */
  requestTime: number;
  /** How often it is looked for requests that take longer. */
  checkInterval: number;
  /** How long a connection without a request is kept; longer than clients keep theirs, so that none is closed under their hands. */
  idleTime: number;
  /** How long a client that was refused may take to read why, and one that still sends when the server closes to finish. */
  partingTime: number;
  /** How many connections there may be; any other is closed at once. */
  connections: number;
  /** How long request line and header may be together, in bytes. */
  headerSize: number;
  /** How long a request target may be, in characters; RFC 9110, section 4.1, recommends 8,000 octets or more. */
  targetLength: number;
}

/** Generous to a developer at work, and an end to whoever only holds connections. */
export const SERVER_LIMITS: ServerLimits = {
  headerTime: 10_000,
  requestTime: 60_000,
  checkInterval: 1_000,
  idleTime: 72_000,
  partingTime: 2_000,
  connections: 4_000,
  headerSize: 16_384,
  targetLength: 8_192,
};
