// The enumerations by the names of the TypeScript interface, with the numbers of the wire. Plain objects, because a
// browser and a command line need them without the code of the messages.

export const ModelType = {
  UNSPECIFIED: 0,
  SINGLE_LABEL_CLASSIFICATION: 1,
  MULTI_LABEL_CLASSIFICATION: 2,
  OBJECT_DETECTION: 3,
} as const;
export type ModelType = (typeof ModelType)[keyof typeof ModelType];

export const ModelFramework = {
  UNSPECIFIED: 0,
  TFLITE: 1,
  TENSORFLOW: 2,
  PYTORCH: 3,
  ONNX: 4,
} as const;
export type ModelFramework = (typeof ModelFramework)[keyof typeof ModelFramework];

export const TrainingStatus = {
  /** As a filter: every job. */
  UNSPECIFIED: 0,
  PENDING: 1,
  IN_PROGRESS: 2,
  COMPLETED: 3,
  FAILED: 4,
  CANCELED: 5,
  CANCELING: 6,
  /** The specification's name for a job that is in progress. The wire has no such value; this one filters truly. */
  RUNNING: 2,
} as const;
export type TrainingStatus = (typeof TrainingStatus)[keyof typeof TrainingStatus];

/** The name of a value; of two names the wire's own. A value that is newer than this program gives its number. */
export const nameOf = (words: Readonly<Record<string, number>>, value: number): string =>
  Object.entries(words).find(([, number]) => number === value)?.[0] ?? String(value);

/** A job that has ended: nothing of it will change, and it may be deleted. */
export const isOver = (status: number): boolean =>
  status === TrainingStatus.COMPLETED || status === TrainingStatus.FAILED || status === TrainingStatus.CANCELED;
