import { useSignal } from '@preact/signals'
import { t } from '../../../locales/translate.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loading } from '../../../ui/states.tsx'
import type { EmailTextsModel } from './email-texts-model.ts'

type View = 'light' | 'dark' | 'text'

const VIEWS: readonly View[] = ['light', 'dark', 'text']

/** The email as it would be sent: its HTML in light and dark mode, and its text. */
export function EmailPreview({ model }: { readonly model: EmailTextsModel }) {
  const view = useSignal<View>('light')
  const preview = model.preview.value
  if (!preview) return <Loading label={t('channels.loading')} rows={3} />
  return (
    <section class="email-preview" aria-label={t('channels.preview')}>
      <div class="email-preview-head">
        <strong dir="auto">{preview.subject}</strong>
        <Segmented<View>
          label={t('channels.preview')}
          size="small"
          value={view.value}
          options={VIEWS.map((value) => ({ value, label: t(`channels.previewViews.${value}`) }))}
          onChoose={(value) => {
            view.value = value
          }}
        />
      </div>
      {view.value === 'text' ? (
        <pre class="channel-text email-preview-text" dir="auto">
          {preview.text}
        </pre>
      ) : (
        <iframe
          title={t('channels.preview')}
          // Nothing that it contains may run, open or send anything.
          sandbox=""
          src={preview.pages[view.value]}
        />
      )}
    </section>
  )
}
