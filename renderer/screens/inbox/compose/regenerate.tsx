import { useState } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { RefreshIcon } from '../../../ui/icons.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { ApproveModel } from './approve-model.ts'

/** Maximum length of a hint, code points. */
const MAX_HINT = 500

/** Regenerates the assistant's draft, optionally with a hint. */
export function Regenerate({ model }: { readonly model: ApproveModel }) {
  const [hint, setHint] = useState('')
  const busy = model.doing.value === 'regenerating'
  return (
    <Popover
      label={t('dial.regenerate')}
      side="above"
      trigger={(props) => (
        <Button {...props} size="small" icon={RefreshIcon} busy={busy}>
          {t('dial.regenerate')}
        </Button>
      )}
    >
      {(close) => (
        <form
          class="approve-hint"
          onSubmit={(event) => {
            event.preventDefault()
            close()
            void model.regenerate(hint).then((isDone) => isDone && setHint(''))
          }}
        >
          <Field label={t('dial.regenerateHint')}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={hint}
                onEdit={setHint}
                maxLength={MAX_HINT}
                placeholder={t('dial.hintPlaceholder')}
              />
            )}
          </Field>
          <Button kind="primary" size="small" type="submit" icon={RefreshIcon}>
            {t('dial.regenerate')}
          </Button>
        </form>
      )}
    </Popover>
  )
}
