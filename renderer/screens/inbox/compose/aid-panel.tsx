import './aid.css'
import { languageName } from '../../../format/language-name.ts'
import { formatMoney } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { AssistantIcon } from '../../../ui/icons.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { AidModel } from './aid-model.ts'

interface AidPanelProps {
  readonly aid: AidModel
  /** Puts a summary into the note. */
  readonly onNote: (text: string) => void
}

/** A model's proposal next to the reply, the task in progress, or why there is none. */
export function AidPanel({ aid, onNote }: AidPanelProps) {
  const { asking, error, proposal, replaced } = aid
  return (
    <>
      <div role="status">
        {asking.value && (
          <p class="aid-line">
            <span class="spinner" aria-hidden="true" />
            {t(`aid.doing.${asking.value}`)}
            <Button size="small" kind="quiet" onClick={aid.cancel}>
              {t('common.cancel')}
            </Button>
          </p>
        )}
        {replaced.value !== undefined && !asking.value && !proposal.value && (
          <p class="aid-line">
            {t('aid.used')}
            <Button size="small" kind="quiet" onClick={aid.undo}>
              {t('common.undo')}
            </Button>
          </p>
        )}
        {proposal.value && <span class="visually-hidden">{t('aid.ready')}</span>}
      </div>
      {error.value !== undefined && (
        <div role="alert">
          <Banner tone="danger" onDismiss={aid.dismiss}>
            {error.value}
          </Banner>
        </div>
      )}
      {proposal.value && <Proposal aid={aid} onNote={onNote} />}
    </>
  )
}

function Proposal({ aid, onNote }: AidPanelProps) {
  const { task, text, model, cost, language } = aid.proposal.value!
  return (
    <section class="aid-proposal" aria-label={t('aid.proposal')}>
      <header>
        <AssistantIcon size={16} />
        <strong>
          {language === null
            ? t(`aid.tasks.${task}`)
            : t('aid.translated', { language: languageName(language) })}
        </strong>
        <span class="aid-cost">{t('aid.cost', { model, cost: formatMoney(cost) })}</span>
      </header>
      <div class="aid-text" dir="auto">
        <RichText text={text} />
      </div>
      <div class="aid-actions">
        {task === 'summarise' ? (
          <Button
            size="small"
            onClick={() => {
              aid.dismiss()
              onNote(text)
            }}
          >
            {t('aid.useAsNote')}
          </Button>
        ) : (
          <Button size="small" kind="primary" onClick={aid.use}>
            {t('aid.use')}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={aid.dismiss}>
          {t('aid.dismiss')}
        </Button>
      </div>
    </section>
  )
}
