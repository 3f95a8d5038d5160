const GROUNDS = ['sunken', 'canvas', 'surface', 'raised', 'hover'] as const
const INKS = [
  'ink',
  'ink-soft',
  'ink-faint',
  'accent-ink',
  'ai-ink',
  'ok-ink',
  'attention-ink',
  'danger-ink',
] as const
const PAIRS = [
  ['on-accent', 'accent'],
  ['accent-ink', 'accent-soft'],
  ['on-said', 'said'],
  ['ai-ink', 'ai-soft'],
  ['ok-ink', 'ok-soft'],
  ['attention-ink', 'attention-soft'],
  ['danger-ink', 'danger-soft'],
  ['on-danger', 'danger'],
] as const
const PLOTS = [1, 2, 3, 4, 5, 6] as const

const of = (name: string) => `var(--${name})`

/** Backgrounds with their text colours, semantic pairs, and plot colours. */
export function Colors() {
  return (
    <>
      <div class="grounds">
        {GROUNDS.map((ground) => (
          <div key={ground} class="ground is-tall" style={{ background: of(ground) }}>
            <strong>{ground}</strong>
            {INKS.map((ink) => (
              <span key={ink} style={{ color: of(ink) }}>
                {ink}
              </span>
            ))}
          </div>
        ))}
      </div>
      <div class="grounds">
        {PAIRS.map(([ink, ground]) => (
          <div key={ground} class="ground" style={{ background: of(ground), color: of(ink) }}>
            <strong>{ground}</strong>
            <span>{ink}</span>
          </div>
        ))}
      </div>
      <div class="grounds">
        {PLOTS.map((number) => (
          <div key={number} class="ground is-plot">
            <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
              <path
                d={`M0 ${20 - number} C 30 ${4 + number}, 60 ${22 - number}, 100 ${2 + number * 2}`}
                style={{ stroke: of(`plot-${number}`) }}
              />
            </svg>
            <span>plot-{number}</span>
          </div>
        ))}
      </div>
    </>
  )
}
