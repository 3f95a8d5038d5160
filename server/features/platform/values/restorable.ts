/** Time in which the deletion of something small can be undone, ms: labels, saved views, and blocks that were lifted. */
export const RESTORABLE_MS = 3_600_000
