/** Condition on a column or parameter with the id of a label: it is not hidden until its deletion is final. Few are, so that SQLite reads them once. */
export const isShown = (label: string): string =>
  `${label} NOT IN (SELECT id FROM labels WHERE deleted_at IS NOT NULL)`
