import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'
import type { TelephoneTest } from './telephone-model.ts'

/** Test result of everything that calls need, and the voice-capable numbers. */
export function TelephoneResult({ result }: { readonly result: TelephoneTest }) {
  return (
    <>
      <ul class="telephone-checks">
        {result.checks.map(({ name, ok, message }) => (
          <li key={name} class="telephone-check">
            <Badge tone={ok ? 'ok' : 'danger'} isDot>
              {t(`telephone.checks.${name}`)}
            </Badge>
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
      {result.numbers.length > 0 && (
        <ul class="telephone-numbers" aria-label={t('telephone.numbers')}>
          {result.numbers.map((number) => (
            <li key={number.phone_number} class="telephone-number">
              <strong dir="ltr">{number.phone_number}</strong>
              <span>{number.assistant_name ?? t('telephone.noAssistant')}</span>
              <span class="quiet">
                {number.comes_here ? t('telephone.comesHere') : t('telephone.comesElsewhere')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
