/** A number that a carrier sells. */
export interface NumberOffer {
  /** E.164. */
  readonly number: string
  /** ISO 3166, two capital letters. */
  readonly country: string
  /** Micro-dollars. */
  readonly monthlyPrice: number
  /** Address that the regulator wants to know before the number is sold; `none` if it wants none. */
  readonly addressRequirements: string
  readonly isSmsCapable: boolean
}

/** A search for numbers. */
export interface NumberSearch {
  /** ISO 3166, two capital letters. */
  readonly country: string
  /** Digits that the number contains; empty for any. */
  readonly digits: string
  readonly limit: number
  /** Reports whether a number is in use here already, whatever the carrier knows. */
  isTaken(number: string): boolean
}

/** A carrier that sells phone numbers by the month. Its methods reject if it fails. */
export interface NumberCarrier {
  /** Stored with each number, so that only the carrier that sold it is asked about it. */
  readonly name: string
  /** Stored with each number, and shown with it. */
  readonly region: string
  /** Numbers for sale, lowest first. */
  search(search: NumberSearch): Promise<readonly NumberOffer[]>
  /** The offer of one number, E.164; undefined if it is not for sale. */
  find(number: string): Promise<NumberOffer | undefined>
  /** Orders a number. Repeated with the same reference, it is one order. */
  order(number: string, reference: string): Promise<void>
  /** Gives a number back. Repeated, it changes nothing. */
  giveBack(number: string): Promise<void>
}
