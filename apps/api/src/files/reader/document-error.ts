/** Why a document cannot be read. Any other error means that it is broken. */
export type DocumentProblem = 'encrypted' | 'too-large' | 'unknown';

export class DocumentError extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(problem);
    this.problem = problem;
  }
}
