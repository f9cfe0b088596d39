/** A filter whose rows were found before; their keys replace it. Requests cannot contain one. */
export class FoundKeys {
  constructor(readonly keys: readonly number[]) {}
}
