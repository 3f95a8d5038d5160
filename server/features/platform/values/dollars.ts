/** Converts micro-dollars to the wire format: dollars with at most six decimals. */
export const toDollars = (micro: number): number => micro / 1_000_000

/** Converts dollars from the wire to micro-dollars, rounded to the nearest. */
export const fromDollars = (dollars: number): number => Math.round(dollars * 1_000_000)
