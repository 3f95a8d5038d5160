/** Micro-dollars as the wire has them: dollars with at most six decimals. */
export const toDollars = (micro: number): number => micro / 1_000_000

/** Dollars from the wire as micro-dollars, rounded to the nearest. */
export const fromDollars = (dollars: number): number => Math.round(dollars * 1_000_000)
