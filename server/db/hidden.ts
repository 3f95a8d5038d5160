/**
 * Hides a parameter from the query planner. This SQLite is built with STAT4, which prepares a statement again at each
 * bind of a parameter that is compared with an indexed column or used as a LIMIT, looking for a better plan: two to
 * three times the cost of a small query whose plan never changes. Use it for statements on a hot path.
 */
export const hidden = (parameter: string): string => `(SELECT ${parameter})`
