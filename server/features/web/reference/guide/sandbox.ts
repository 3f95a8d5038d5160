import { SCENES, type Scene } from '../../../../providers/sms/sandbox-numbers.ts'
import { type Behaviour, MAGIC_NUMBERS } from '../../../../providers/voice/sandbox/scenes.ts'
import type { Section } from './section.ts'

export const SMS_SANDBOX: Section = {
  id: 'sms-sandbox',
  title: 'Text messages without a provider: the Sandbox',
  blocks: [
    {
      text: 'A new Parley sends text messages to the **Sandbox**, a simulation: nothing leaves the machine, every `sms_sid` begins with `SANDBOX`, and the money of the account is used as if it were real. Every valid number gets its message; these have a fate of their own:',
    },
    {
      head: ['To', 'What happens'],
      rows: Object.entries(SCENES).map(([number, scene]) => [`\`${number}\``, outcomeOf(scene)]),
    },
  ],
}

function outcomeOf({ sent, moreSegments, found }: Scene): string {
  if (moreSegments) {
    const count =
      Math.abs(moreSegments) === 1 ? 'one segment' : `${Math.abs(moreSegments)} segments`
    return `Sent; the provider bills ${count} ${moreSegments > 0 ? 'more' : 'less'} than was counted.`
  }
  if (sent === undefined) {
    return found === 'sent'
      ? 'Sent, and never said to be delivered.'
      : `Sent; later it is \`${wordOf(found)}\`.`
  }
  if (sent === 'hangs')
    return `No answer comes: the outcome is unknown, later it is \`${wordOf(found)}\`.`
  if (sent.result === 'refused') return `Refused: "${sent.error}"`
  return `Unknown at first: "${sent.error}" ${laterOf(found)}`
}

function laterOf(found: Scene['found']): string {
  if (typeof found !== 'object') return `Later it is \`${wordOf(found)}\`.`
  return found.result === 'absent'
    ? 'The provider turns out not to have it: the money comes back.'
    : 'The provider never finds out: it is left to a person.'
}

function wordOf(found: Scene['found']): string {
  return typeof found === 'string' ? found : 'delivered'
}

const CALLS: Readonly<Record<Exclude<Behaviour, 'ordinary'>, string>> = {
  busy: 'The line is busy.',
  'no-answer': 'Nobody answers.',
  failed: 'The call cannot be put through.',
  voicemail: 'A voicemail answers.',
  'hang-up': 'Hangs up after the first answer.',
  talkative: 'Talks until `max_duration`.',
  repeated: 'Everything is reported twice, and once more when it is over.',
  silent: 'Says nothing.',
  interrupting: 'Does not let the assistant finish.',
  hesitant: 'Stops in the middle of each sentence.',
  bilingual: 'Goes on in the first of `secondary_language_ids`.',
}

export const CALL_SANDBOX: Section = {
  id: 'call-sandbox',
  title: 'Calls without a carrier: the Sandbox',
  blocks: [
    {
      text: 'Calls go through the **Sandbox**, too: nobody’s telephone rings, and a scripted customer talks with the assistant. All settings of the assistant that are about words and time act as on real calls. Everybody asks some questions and says goodbye, except these; `202` may be any area code:',
    },
    {
      head: ['Number', 'Who answers'],
      rows: Object.entries(MAGIC_NUMBERS).map(([digits, behaviour]) => [
        `\`+1202555${digits}\``,
        CALLS[behaviour],
      ]),
    },
  ],
}
