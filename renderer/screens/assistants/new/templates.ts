import { t } from '../../../locales/translate.ts'

/** Templates for a new assistant: texts in the desk's language, meant to be edited. */
export const TEMPLATES = ['support', 'bookings', 'leads', 'blank'] as const
export type TemplateName = (typeof TEMPLATES)[number]

/** Settings of a template; the name is empty if the operator has to choose one. */
export function templateOf(template: TemplateName) {
  return {
    name: template === 'blank' ? '' : t(`assistantTemplates.${template}.name`),
    initial_message: t(`assistantTemplates.${template}.initial_message`),
    system_prompt: t(`assistantTemplates.${template}.system_prompt`),
    post_call_schema: EXTRACTED[template],
  }
}

/** Fields that each template extracts from its conversations. */
const EXTRACTED = {
  support: [],
  bookings: [
    text('wanted_date', t('assistantTemplates.bookings.fields.wanted_date')),
    text('full_name', t('assistantTemplates.bookings.fields.full_name')),
    text('contact', t('assistantTemplates.bookings.fields.contact')),
    text('reason', t('assistantTemplates.bookings.fields.reason')),
  ],
  leads: [
    text('full_name', t('assistantTemplates.leads.fields.full_name')),
    text('company', t('assistantTemplates.leads.fields.company')),
    text('contact', t('assistantTemplates.leads.fields.contact')),
    text('need', t('assistantTemplates.leads.fields.need')),
    {
      name: 'wants_call',
      type: 'bool' as const,
      description: t('assistantTemplates.leads.fields.wants_call'),
    },
  ],
  blank: [],
}

function text(name: string, description: string) {
  return { name, type: 'string' as const, description }
}
