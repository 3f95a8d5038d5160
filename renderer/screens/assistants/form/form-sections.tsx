import { isUsedBy } from '#contracts/assistant-modes.ts'
import { t } from '../../../locales/translate.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { SECTIONS, SETTING_FIELDS, type SectionName } from '../settings/fields.ts'
import { Setting } from '../settings/setting.tsx'
import type { FormModel } from './form-model.ts'
import { sectionId } from './jump.ts'

interface FormSectionsProps {
  readonly model: FormModel
  readonly withApiNames: boolean
}

/** All settings by section. */
export function FormSections({ model, withApiNames }: FormSectionsProps) {
  return (
    <>
      {(Object.keys(SECTIONS) as SectionName[]).map((section) => {
        const fields = SETTING_FIELDS.filter((field) => field.section === section)
        const unused = fields.filter(({ name }) => !isUsedBy(name, model.mode.value))
        return (
          <FormSection
            key={section}
            id={sectionId(section)}
            title={t(`assistantForm.sections.${section}.title`)}
            lead={t(`assistantForm.sections.${section}.hint`)}
          >
            {fields.map((field) => (
              <Setting key={field.name} model={model} field={field} withApiName={withApiNames} />
            ))}
            {unused.length > 0 && (
              <p class="unused-settings">
                {t('assistantForm.hiddenByMode', { count: unused.length })}{' '}
                {unused.map(({ label }) => label).join(', ')}
              </p>
            )}
          </FormSection>
        )
      })}
    </>
  )
}
