/** The database cannot be opened or brought up to date, and a person has to act. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
