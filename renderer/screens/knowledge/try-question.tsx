import type { FoundPassage } from '#contracts/knowledge-passages.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Banner, Empty } from '../../ui/states.tsx'
import { piecesOf, type TryModel } from './try-model.ts'

/** Searches the knowledge base for a question and shows the results. */
export function TryQuestion({ model }: { readonly model: TryModel }) {
  const found = model.found.value
  return (
    <Card title={t('knowledge.try.title')} note={t('knowledge.try.hint')}>
      <form
        class="form-line"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void model.ask()
        }}
      >
        <Field label={t('knowledge.try.question')} isLabelHidden>
          {(wiring) => (
            <TextInput
              {...wiring}
              placeholder={t('knowledge.try.example')}
              autocomplete="off"
              value={model.question.value}
              onEdit={(value) => {
                model.question.value = value
              }}
            />
          )}
        </Field>
        <Button type="submit" icon={SearchIcon} busy={model.isBusy.value}>
          {t('knowledge.try.ask')}
        </Button>
      </form>
      {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
      {found?.length === 0 && (
        <Empty icon={SearchIcon} title={t('knowledge.try.nothing')} isSmall>
          <p>{t('knowledge.try.nothingHint')}</p>
        </Empty>
      )}
      {found && found.length > 0 && (
        <>
          <p class="quiet" role="status">
            {model.isHybrid.value ? t('knowledge.try.byBoth') : t('knowledge.try.byWords')}
          </p>
          <ol class="passages" aria-label={t('knowledge.try.results')}>
            {found.map((passage) => (
              <Found key={passage.id} passage={passage} />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function Found({ passage }: { readonly passage: FoundPassage }) {
  const { heading, content, document_name, url, score, word_rank, meaning_rank } = passage
  const ranks = [
    t('knowledge.try.score', { score: score.toFixed(2) }),
    word_rank !== null && meaning_rank !== null && t('knowledge.try.wordRank', { rank: word_rank }),
    meaning_rank !== null && t('knowledge.try.meaningRank', { rank: meaning_rank }),
  ]
  return (
    <li class="passage">
      <h3>
        <Marked text={heading} words={passage.highlights} />
      </h3>
      <p class="passage-place">
        {url === null ? (
          <bdi>{document_name}</bdi>
        ) : (
          <OutsideLink href={url} label={document_name} />
        )}
        <span> · {ranks.filter(Boolean).join(' · ')}</span>
      </p>
      <p dir="auto">
        <Marked text={content} words={passage.highlights} />
      </p>
    </li>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return (
    <bdi>
      {piecesOf(text, words).map(({ text: piece, isHit }, at) =>
        isHit ? <mark key={at}>{piece}</mark> : piece,
      )}
    </bdi>
  )
}
