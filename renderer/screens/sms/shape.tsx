import { MAX_SMS } from '#contracts/constants.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display.tsx'
import { Banner } from '../../ui/states.tsx'
import type { ComposeModel } from './compose-model.ts'
import { replacementOf } from './replacements.ts'

/** Maximum number of non-GSM characters listed. */
const NAMED = 8

/** Encoding of the text: alphabet, segments, and the characters that increase the cost. */
export function Shape({ model }: { readonly model: ComposeModel }) {
  const { encoding, segments, used, capacity, left, foreign } = model.shape.value
  return (
    <div class="sms-shape">
      <p role="status">
        <Badge tone={encoding === 'gsm' ? 'ok' : 'attention'}>
          {encoding === 'gsm' ? t('sms.encodingGsm') : t('sms.encodingUcs')}
        </Badge>{' '}
        <span class="number-cell">
          {t('sms.shape', { count: segments, used, room: segments * capacity })}
        </span>{' '}
        <span class="quiet">· {t('sms.left', { left })}</span>
      </p>
      <p class={model.isTooLong.value ? 'field-error' : 'quiet'}>
        {t('sms.characters', { count: model.length.value, max: MAX_SMS })}
        {model.isTooLong.value && ` ${t('sms.longest', { max: MAX_SMS })}`}
      </p>
      {encoding === 'ucs2' && <Foreign model={model} foreign={foreign} />}
    </div>
  )
}

interface ForeignProps {
  readonly model: ComposeModel
  readonly foreign: readonly string[]
}

function Foreign({ model, foreign }: ForeignProps) {
  const changes = foreign.flatMap((character) => {
    const other = replacementOf(character)
    return other === undefined ? [] : [{ character, other }]
  })
  const { value: saving } = model.saving
  return (
    <Banner
      tone="attention"
      actions={
        changes.length > 0 && (
          <Button size="small" onClick={model.replace}>
            {t('sms.replace')}
          </Button>
        )
      }
    >
      <p>{t('sms.whyUnicode', { characters: foreign.slice(0, NAMED).map(shown).join(' ') })}</p>
      {changes.length > 0 && (
        <ul class="sms-changes">
          {changes.slice(0, NAMED).map(({ character, other }) => (
            <li key={character}>
              {t('sms.replaceWith', {
                from: shown(character),
                to: other === '' ? t('sms.removed') : other,
              })}
            </li>
          ))}
        </ul>
      )}
      {saving > 0 && <p>{t('sms.saves', { count: saving })}</p>}
    </Banner>
  )
}

/** A printable form of a character: its code point if it is invisible. */
function shown(character: string): string {
  if (!/^[\s\p{Cc}\p{Cf}\p{Mark}]$/u.test(character)) return character
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
