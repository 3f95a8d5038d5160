import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, requiredText } from './scalars.ts'

/* An account's own sentences in emails to visitors, with a preview. */

/** Languages of emails to visitors: those of the chat. */
export const EmailLanguage = z.enum([
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'ja',
  'ko',
  'zh',
])
export type EmailLanguage = z.output<typeof EmailLanguage>

/** Placeholders of a sentence: the assistant's name, and the visitor's name or address. */
const PLACEHOLDERS: readonly string[] = ['{name}', '{visitor}']

/** The first unknown placeholder; undefined if all are known. */
const unknownIn = (sentence: string): string | undefined =>
  sentence.match(/\{[^{}]*\}/g)?.find((placeholder) => !PLACEHOLDERS.includes(placeholder))

const Sentence = (max: number) =>
  requiredText(max)
    .superRefine((sentence, context) => {
      const placeholder = unknownIn(sentence)
      if (placeholder !== undefined)
        context.addIssue({
          code: 'custom',
          message: issue('unknown_placeholder', { placeholder }),
        })
    })
    .nullable()

const Texts = z.object({
  subject: Sentence(150).refine((subject) => !/[\r\n]/.test(subject ?? ''), {
    error: issue('invalid'),
  }),
  greeting: Sentence(1000).describe('Above the replies.'),
  closing: Sentence(2000).describe('Below the replies; none by default.'),
  footer: Sentence(1000).describe('Above the link to unsubscribe, which stays.'),
})
export type EmailTexts = z.output<typeof Texts>

const Described = {
  description:
    'A sentence may contain `{name}` (the assistant) and `{visitor}` (the visitor’s name, or their address); null keeps the standard one.',
}

/** Sentences of one language: an account's own, and the standard ones. */
export const EmailTextsOfLanguage = z.object({
  language: EmailLanguage,
  own: z.object({
    subject: z.string().nullable(),
    greeting: z.string().nullable(),
    closing: z.string().nullable(),
    footer: z.string().nullable(),
  }),
  standard: z.object({ subject: z.string(), greeting: z.string(), footer: z.string() }),
})
export type EmailTextsOfLanguage = z.output<typeof EmailTextsOfLanguage>

const OneLanguage = z.object({ language: EmailLanguage })

const Composed = Texts.extend({
  assistant_id: Id.describe('Assistant whose name and colour the email has.'),
})

export const listEmailTexts = endpoint({
  method: 'get',
  path: '/user/email-texts',
  capability: 'assistants',
  summary: 'List the sentences in emails to visitors, by language',
  reply: z.object({ data: z.array(EmailTextsOfLanguage) }),
})

export const setEmailTexts = endpoint({
  method: 'put',
  path: '/user/email-texts/:language',
  capability: 'assistants',
  summary: 'Set the account’s own sentences in emails to visitors of a language',
  ...Described,
  params: OneLanguage,
  body: Texts,
  reply: EmailTextsOfLanguage,
})

export const resetEmailTexts = endpoint({
  method: 'delete',
  path: '/user/email-texts/:language',
  capability: 'assistants',
  summary: 'Return to the standard sentences of a language',
  params: OneLanguage,
  reply: EmailTextsOfLanguage,
})

export const previewEmail = endpoint({
  method: 'post',
  path: '/user/email-texts/:language/preview',
  capability: 'assistants',
  summary: 'Compose an example of an email to a visitor; nothing is stored or sent',
  ...Described,
  params: OneLanguage,
  body: Composed,
  refusals: ['assistant_not_found'],
  reply: z.object({
    subject: z.string(),
    text: z.string(),
    pages: z
      .object({ light: z.string(), dark: z.string() })
      .describe('Paths of pages that show its HTML for ten minutes, in light and dark mode.'),
  }),
})

export const sendTestEmail = endpoint({
  method: 'post',
  path: '/user/email-texts/:language/test',
  capability: 'assistants',
  summary: 'Send an example of an email to visitors to one’s own address',
  ...Described,
  params: OneLanguage,
  body: Composed,
  refusals: ['assistant_not_found'],
  examples: {
    reply: { ok: false, message: 'No mail server is set up, so nothing can be sent.' },
  },
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})
