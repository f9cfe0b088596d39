/** Who or what a record is, in the values that people recognize it by. */
export interface Header<N extends string = string> {
  /** The field that names it, where people know it by another one than `title`: the athlete of a registration. */
  readonly name?: N;
  /** Values that tell it from others of the same name, in this order. */
  readonly facts?: readonly N[];
  /** Values that people copy, such as an address. */
  readonly contact?: readonly N[];
  /** The amount that people ask for, such as a balance; shown unless it is zero. */
  readonly amount?: N;
}
