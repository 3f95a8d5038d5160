/** True in the `sweeps` project, in which sweeps are whole. */
export const isWhole = process.env['PARLEY_SWEEPS'] === 'whole'

/** Number of cases that a sweep tries: a sample in the fast ring, all of them in the rest. */
export const sample = (some: number, all: number): number => (isWhole ? all : some)

/** Every nth case in the fast ring, all of them in the rest. */
export const everyNth = <item>(step: number, items: readonly item[]): item[] =>
  items.filter((_, index) => isWhole || index % step === 0)
