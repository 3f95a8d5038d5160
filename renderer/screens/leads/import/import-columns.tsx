import { useEffect } from 'preact/hooks'
import { locale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Select } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import { ImportColumns } from '../../records/import-columns.tsx'
import { countryName } from '../../records/phone.ts'
import type { CampaignOption } from '../list/model.ts'
import { NUMBERS, type Target } from './columns.ts'
import type { LeadImportModel } from './model.ts'

interface PartProps {
  readonly model: LeadImportModel
}

/** Campaign of the leads, and the reading of their numbers. */
export function ImportOptions({
  model: { options, countries, loadCountries, choose },
  campaigns,
}: PartProps & { readonly campaigns: readonly CampaignOption[] }) {
  useEffect(() => void loadCountries().catch(() => undefined), [])
  const { campaignId, country, mayRepeat } = options.value
  const named = countries.value
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <div class="import-options">
      <Field label={t('leads.fields.campaign')}>
        {(wiring) => (
          <Select {...wiring} value={campaignId} onEdit={(id) => choose({ campaignId: id })}>
            {campaigns.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('leadImport.country')} hint={t('leadImport.countryHint')} isOptional>
        {(wiring) => (
          <Combobox
            {...wiring}
            isClearable
            value={country || null}
            options={named}
            onChoose={(value) => choose({ country: value ?? '' })}
          />
        )}
      </Field>
      <Checkbox
        label={t('leads.mayRepeat')}
        checked={mayRepeat}
        onSwitch={(isOn) => choose({ mayRepeat: isOn })}
      />
    </div>
  )
}

const labelOf = (target: Target): string => {
  if (target === 'variable') return t('leadImport.variable')
  if (target === 'phone_number') return t('leads.fields.number')
  return t('leads.contact', { number: target.replace('secondary_phone_', '') })
}

const TARGETS: readonly Target[] = ['variable', ...NUMBERS]

/** Meaning of each column of the file. */
export function Columns({ model: { chosen, targets, map } }: PartProps) {
  const { columns = [], sample = [] } = chosen.value ?? {}
  return (
    <ImportColumns
      columns={columns}
      sample={sample[0]}
      chosen={targets.value}
      meanings={TARGETS.map((value) => ({ value, label: labelOf(value) }))}
      onChoose={(index, target) => map(index, target as Target)}
    >
      {!targets.value.includes('phone_number') && (
        <Banner tone="attention">{t('leadImport.noNumber')}</Banner>
      )}
    </ImportColumns>
  )
}
