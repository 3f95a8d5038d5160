import { SCENES, type Scene } from '../../../../providers/sms/sandbox-numbers.ts'
import { type Behaviour, MAGIC_NUMBERS } from '../../../../providers/voice/sandbox/scenes.ts'
import type { Section } from './section.ts'

export const SMS_SANDBOX: Section = {
  id: 'sms-sandbox',
  title: 'Text messages without a provider: the Sandbox',
  blocks: [
    {
      text: 'A new Parley sends text messages to the **Sandbox**, a simulation: nothing leaves the machine, every `sms_sid` begins with `SANDBOX`, and the account’s balance is charged as if the messages were real. Messages to any valid number are delivered, except to these:',
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
    return `Sent; the provider bills ${count} ${moreSegments > 0 ? 'more' : 'fewer'} than expected.`
  }
  if (sent === undefined) {
    return found === 'sent'
      ? 'Sent, but never reported as delivered.'
      : `Sent; later \`${wordOf(found)}\`.`
  }
  if (sent === 'hangs')
    return `No response: the outcome is unknown at first, later \`${wordOf(found)}\`.`
  if (sent.result === 'refused') return `Rejected: "${sent.error}"`
  return `Unknown at first: "${sent.error}" ${laterOf(found)}`
}

function laterOf(found: Scene['found']): string {
  if (typeof found !== 'object') return `Later \`${wordOf(found)}\`.`
  return found.result === 'absent'
    ? 'The provider turns out not to have it: the reserved money is released.'
    : 'The outcome is never known: an operator has to decide.'
}

function wordOf(found: Scene['found']): string {
  return typeof found === 'string' ? found : 'delivered'
}

const CALLS: Readonly<Record<Exclude<Behaviour, 'ordinary'>, string>> = {
  busy: 'The line is busy.',
  'no-answer': 'No answer.',
  failed: 'The call cannot be put through.',
  voicemail: 'A voicemail answers.',
  'hang-up': 'Hangs up after the first answer.',
  talkative: 'Talks until `max_duration`.',
  repeated: 'Every event is reported twice, and once more after the end.',
  silent: 'Says nothing.',
  interrupting: 'Does not let the assistant finish.',
  hesitant: 'Stops in the middle of each sentence.',
  bilingual: 'Continues in the first of `secondary_language_ids`.',
}

export const CALL_SANDBOX: Section = {
  id: 'call-sandbox',
  title: 'Calls without a carrier: the Sandbox',
  blocks: [
    {
      text: 'Calls go through the **Sandbox**, too: no telephone rings, and a scripted customer talks to the assistant. All of the assistant’s settings for text and timing work as on real calls. Customers ask some questions and say goodbye, except at these numbers; `202` may be any area code:',
    },
    {
      head: ['Number', 'Behaviour'],
      rows: Object.entries(MAGIC_NUMBERS).map(([digits, behaviour]) => [
        `\`+1202555${digits}\``,
        CALLS[behaviour],
      ]),
    },
  ],
}
