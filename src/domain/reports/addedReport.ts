/** A chart of the business reports that a plugin adds: the rows of a resource, counted by the values of one of its fields. */
export interface AddedReport {
  /** Its part of the URL; its texts are `<resource>.reports.<name>`. */
  readonly name: string;
  readonly resource: string;
  /** The field that names the event of a row. */
  readonly event: string;
  /** The field by whose values the rows are counted; it must have a closed set of values. */
  readonly by: string;
}
