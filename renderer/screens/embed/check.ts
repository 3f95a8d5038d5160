import { charactersOf, isColor, isOffset } from '#contracts/widget-look.ts'
import { t } from '../../locales/translate.ts'
import type { Draft } from './draft.ts'
import { type FieldDraft, isVariableName, linesOf } from './form-fields.ts'
import { faultOf } from './hours.ts'

/** Maximum delay of an invitation, seconds. */
const MAX_DELAY = 3600

/** Errors by field path: `form.0.label`. */
export type Mistakes = Readonly<Record<string, string>>

/** Validates a draft; error messages by field. */
export function mistakesOf(draft: Draft): Mistakes {
  const { color, offset_x, offset_y, label, icon, icon_text, invitation } = draft
  return present({
    color: !isColor(color) && t('embed.noColor'),
    offset_x: !isOffset(offset_x) && t('embed.noOffset'),
    offset_y: !isOffset(offset_y) && t('embed.noOffset'),
    icon_text: icon === 'own' && !isIcon(icon_text) && t('embed.noIcon'),
    label: icon === 'none' && label.trim() === '' && t('embed.nothingOnButton'),
    ...twice('starters', draft.starters),
    ...twice('replies', draft.replies),
    ...Object.assign({}, ...draft.form.map((_, index) => fieldMistakes(draft.form, index))),
    'invitation.text':
      invitation.isOn && invitation.text.trim() === '' && t('embedOffers.noInvitation'),
    'invitation.after':
      invitation.isOn &&
      !isWait(invitation.after) &&
      t('embedOffers.noWait', { longest: MAX_DELAY }),
    'invitation.path':
      invitation.isOn && !/^($|[/*])/.test(invitation.path.trim()) && t('embedOffers.noPath'),
    privacy_url: !isWebAddress(draft.privacy_url) && t('embedOffers.noWebAddress'),
    fallback: !isPlaceToTurn(draft.fallback) && t('embedOffers.noFallback'),
    ...(draft.hasHours && dayMistakes(draft)),
  })
}

function fieldMistakes(fields: readonly FieldDraft[], index: number) {
  const { label, name, type, options } = fields[index]!
  const isTaken = fields.some((other, at) => at < index && other.name === name)
  return {
    [`form.${index}.label`]: label.trim() === '' && t('embedOffers.noLabel'),
    [`form.${index}.name`]:
      label.trim() !== '' &&
      (isTaken ? t('embedOffers.nameTaken') : !isVariableName(name) && t('embedOffers.noName')),
    [`form.${index}.options`]:
      type === 'choice' && linesOf(options).length < 2 && t('embedOffers.fewOptions'),
  }
}

function dayMistakes({ hours }: Draft) {
  return Object.fromEntries(
    hours.map((times, day) => {
      const fault = faultOf(times)
      return [`hours.${day}`, fault && t(`embedHours.faults.${fault}`)]
    }),
  )
}

function twice(place: string, texts: readonly string[]) {
  return Object.fromEntries(
    texts.map((text, index) => [
      `${place}.${index}`,
      text.trim() !== '' &&
        texts.slice(0, index).some((one) => one.trim() === text.trim()) &&
        t('embedOffers.twice'),
    ]),
  )
}

const isIcon = (text: string): boolean => text.trim() !== '' && charactersOf(text.trim()) <= 2

const isWait = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MAX_DELAY

function isWebAddress(text: string): boolean {
  const typed = text.trim()
  return typed === '' || (/^https?:\/\/[^/\s]/i.test(typed) && URL.canParse(typed))
}

function isPlaceToTurn(text: string): boolean {
  return isWebAddress(text) || /^mailto:[^\s@]+@[^\s@]+$/i.test(text.trim())
}

function present(found: Readonly<Record<string, string | false | undefined>>): Mistakes {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
