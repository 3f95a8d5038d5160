import { useEffect } from 'preact/hooks'
import { MAX_PACK_PASSAGES } from '#contracts/answer-pack-file.ts'
import { apiUrl } from '../../app/api.ts'
import { formatBytes, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { DownloadIcon } from '../../ui/icons-work.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Banner, Loading } from '../../ui/states.tsx'
import { toDate } from '../../ui/time.tsx'
import type { AnswerPackModel } from './answer-pack-model.ts'
import { formatMoment } from './moment-words.ts'

interface AnswerPackProps {
  readonly model: AnswerPackModel
  readonly assistantId: number
}

/** Review of the passages from which the website answers while Parley cannot be reached, and their publication. */
export function AnswerPack({ model, assistantId }: AnswerPackProps) {
  useEffect(() => void model.open(), [model])
  const state = model.state.value
  return (
    <section class="answer-pack" aria-label={t('embedAnswers.title')}>
      <h3>{t('embedAnswers.title')}</h3>
      <p class="quiet">{t('embedAnswers.what')}</p>
      {model.error.value && (
        <Banner tone="danger" icon={AlertIcon}>
          {model.error.value}
        </Banner>
      )}
      {!state && model.busy.value && <Loading label={t('embedAnswers.title')} rows={3} />}
      {state && state.passages.length === 0 && <p class="quiet">{t('embedAnswers.none')}</p>}
      {state && state.passages.length > 0 && <Passages model={model} />}
      {state && <Published model={model} assistantId={assistantId} />}
    </section>
  )
}

function Passages({ model }: Pick<AnswerPackProps, 'model'>) {
  const { chosen, shown, hidden, search, isFull } = model
  return (
    <>
      <SearchInput
        label={t('embedAnswers.search')}
        value={search.value}
        onEdit={(value) => {
          search.value = value
        }}
      />
      <fieldset class="answer-passages">
        <legend class="visually-hidden">{t('embedAnswers.passages')}</legend>
        {shown.value.map(({ id, title, heading, content }) => (
          <Checkbox
            key={id}
            label={heading === title ? title : `${title} › ${heading}`}
            hint={<span dir="auto">{content}</span>}
            checked={chosen.value.has(id)}
            disabled={isFull.value && !chosen.value.has(id)}
            onSwitch={(isChosen) => model.choose(id, isChosen)}
          />
        ))}
        {hidden.value > 0 && <p class="quiet">{t('embedAnswers.more', { count: hidden.value })}</p>}
      </fieldset>
      <div class="look-actions">
        <Button
          kind="primary"
          busy={model.busy.value}
          disabled={chosen.value.size === 0}
          onClick={() => void model.publish()}
        >
          {t('embedAnswers.publish')}
        </Button>
        <span class="quiet" role="status">
          {t('embedAnswers.chosen', {
            count: chosen.value.size,
            max: formatNumber(MAX_PACK_PASSAGES),
          })}
        </span>
      </div>
    </>
  )
}

function Published({ model, assistantId }: AnswerPackProps) {
  const published = model.state.value?.published
  if (!published) return null
  return (
    <>
      <p>
        {t('embedAnswers.published', {
          at: formatMoment(toDate(published.made_at)),
          until: formatMoment(toDate(published.expires_at)),
          count: published.passages,
          size: formatBytes(published.size),
        })}
      </p>
      {(published.is_outdated || model.hasChanged.value) && (
        <Banner tone="attention" icon={AlertIcon}>
          {published.is_outdated ? t('embedAnswers.outdated') : t('embedAnswers.changed')}
        </Banner>
      )}
      <div>
        <LinkButton
          href={apiUrl('downloadAnswerPack', { params: { id: assistantId } })}
          icon={DownloadIcon}
          download="parley-widget.zip"
        >
          {t('embedAnswers.download')}
        </LinkButton>
        <p class="field-hint">{t('embedAnswers.downloadMore')}</p>
      </div>
    </>
  )
}
