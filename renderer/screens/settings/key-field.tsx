import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { SecretInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { KeyEntry } from './key-entry.ts'

interface KeyFieldProps {
  readonly model: KeyEntry
  readonly error: string | undefined
  /** False if this machine cannot store secrets securely. */
  readonly canKeepKey: boolean
}

/** The API key of a provider; a stored key is never shown. */
export function KeyField({ model, error, canKeepKey }: KeyFieldProps) {
  const { hasKey, key, forgets, moves } = model
  const isKept = hasKey && !forgets.value
  return (
    <>
      <Field label={t('models.key')} hint={hintFor()} error={error} isOptional>
        {(wiring) => (
          <SecretInput
            {...wiring}
            disabled={!canKeepKey}
            value={key.value}
            onEdit={(value) => {
              key.value = value
            }}
          />
        )}
      </Field>
      {isKept && (
        <div class="form-actions">
          <Button
            size="small"
            onClick={() => {
              forgets.value = true
            }}
          >
            {t('models.forget')}
          </Button>
        </div>
      )}
    </>
  )

  function hintFor(): string {
    if (!canKeepKey) return t('models.noSecrets')
    if (forgets.value) return t('models.forgotten')
    if (!isKept) return t('models.keyHint')
    return moves.value ? t('models.keyMoves') : t('models.keyStays')
  }
}
