/** Where the door says what it does: the evidence first, then a sentence. A pino logger is one. */
export interface Log {
  debug(evidence: object, text: string): void;
  info(evidence: object, text: string): void;
  warn(evidence: object, text: string): void;
}
