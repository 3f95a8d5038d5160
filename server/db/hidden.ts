/**
 * A parameter that the query planner does not look into. This SQLite is built with STAT4, which prepares a statement
 * anew at each bind of a parameter that meets an indexed column or a LIMIT, in the hope of a better plan: two to three
 * times the cost of a small query whose plan never changes. Use it where a statement is on a hot path.
 */
export const hidden = (parameter: string): string => `(SELECT ${parameter})`
