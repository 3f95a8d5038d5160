import './kitchen-sink.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Density, Theme } from '../../app/preferences.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { Page, PageHead } from '../../ui/display.tsx'
import { AutoIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { PARTS } from './parts.tsx'

const WIDTHS = { phone: 390, tablet: 768, desktop: 1200, all: 0 } as const

/**
 * Every component in every state, for developers and visual tests. Not in the navigation. Its texts are samples and
 * therefore not in the catalogue.
 */
export function KitchenSink({ desk }: ScreenProps) {
  const { theme, density } = desk.preferences
  const direction = useSignal<'ltr' | 'rtl'>('ltr')
  const width = useSignal<keyof typeof WIDTHS>('all')

  useEffect(() => {
    document.documentElement.dir = direction.value
    return () => {
      document.documentElement.dir = 'ltr'
    }
  }, [direction.value])

  return (
    <Page width="full">
      <PageHead
        title="Kitchen sink"
        lead="Every component in every state. Build screens from these; what is missing is added here first."
      />
      <div class="sink-bar">
        <Segmented
          label="Theme"
          size="small"
          value={theme.value}
          options={[
            { value: 'auto', label: 'System', icon: AutoIcon },
            { value: 'light', label: 'Light', icon: SunIcon },
            { value: 'dark', label: 'Dark', icon: MoonIcon },
          ]}
          onChoose={(value: Theme) => {
            theme.value = value
          }}
        />
        <Segmented
          label="Direction"
          size="small"
          value={direction.value}
          options={[
            { value: 'ltr', label: 'LTR' },
            { value: 'rtl', label: 'RTL' },
          ]}
          onChoose={(value) => {
            direction.value = value
          }}
        />
        <Segmented
          label="Density"
          size="small"
          value={density.value}
          options={[
            { value: 'roomy', label: 'Roomy' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChoose={(value: Density) => {
            density.value = value
          }}
        />
        <Segmented
          label="Width"
          size="small"
          value={width.value}
          options={[
            { value: 'phone', label: '390' },
            { value: 'tablet', label: '768' },
            { value: 'desktop', label: '1200' },
            { value: 'all', label: 'All' },
          ]}
          onChoose={(value) => {
            width.value = value
          }}
        />
      </div>
      <nav class="sink-contents" aria-label="Sections">
        {PARTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div
        class="sink-parts"
        {...(WIDTHS[width.value] && { style: { maxInlineSize: `${WIDTHS[width.value]}px` } })}
      >
        {PARTS.map(({ id, title, Part }) => (
          <section key={id} id={id} class="sink-part" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Part desk={desk} />
          </section>
        ))}
      </div>
    </Page>
  )
}
