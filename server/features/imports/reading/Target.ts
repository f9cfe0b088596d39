/** A value of a choice and its names in files. */
export interface TargetChoice {
  readonly value: string;
  readonly labels: readonly string[];
}

/** A field that a column of a file may fill. */
export interface TargetField {
  readonly name: string;
  /** Its type in the declaration: `text`, `date`, `choice`, ... */
  readonly type: string;
  /** Its labels in every language, the best first. */
  readonly labels: readonly string[];
  /** Other names of it in files. */
  readonly synonyms: readonly string[];
  readonly required: boolean;
  readonly choices: readonly TargetChoice[];
  /** For a duration. */
  readonly unit?: 'ms' | 's';
  /** For a list that many columns fill: the members that take the name of the column and its time. */
  readonly gathers?: { readonly name: string; readonly value: string };
  /** Words that files write in place of a number or a time that there is not, in capitals: `DNF`. */
  readonly blanks?: readonly string[];
}

/** The target of a file: an entity and the fields of it that a file may fill. */
export interface Target {
  readonly name: string;
  readonly fields: readonly TargetField[];
}
