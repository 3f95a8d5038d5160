/** True in the `sweeps` project, in which sweeps are complete. */
export const isWhole = process.env['PARLEY_SWEEPS'] === 'whole'

/** Number of cases that a sweep tries: a sample in the fast ring, all of them in the rest ring. */
export const sample = (some: number, all: number): number => (isWhole ? all : some)

/** Every nth case in the fast ring, all of them in the rest ring. */
export const everyNth = <item>(step: number, items: readonly item[]): item[] =>
  items.filter((_, index) => isWhole || index % step === 0)
