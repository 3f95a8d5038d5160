import { useSignal } from '@preact/signals'
import { embedIdentityTexts as t } from '../../texts/embed-identity.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { AlertIcon, KeyIcon, RefreshIcon } from '../../ui/icons.tsx'
import { HideIcon } from '../../ui/icons-work.tsx'
import { Banner } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toDate } from '../../ui/time.tsx'
import { Fold } from './fold.tsx'
import type { IdentityModel } from './identity-model.ts'
import { PAGE_IDENTITY, type ServerLanguage, SIGNING } from './identity-snippets.ts'
import { formatMoment } from './moment-words.ts'

interface IdentityStepProps {
  readonly model: IdentityModel
  readonly onRotated: () => void
}

const LANGUAGES = Object.keys(SIGNING) as ServerLanguage[]

/** How a website vouches for who its visitors are. */
export function IdentityStep({ model, onRotated }: IdentityStepProps) {
  return (
    <Fold title={t.open}>
      <p>{t.what}</p>
      <Secret model={model} onRotated={onRotated} />
      <Signing />
      <div class="identity-part">
        <h4>{t.page}</h4>
        <p class="quiet">{t.pageHint}</p>
        <CodeBlock label={t.pageLabel} text={PAGE_IDENTITY} />
      </div>
      <div class="identity-part">
        <h4>{t.unsigned}</h4>
        <ul class="plain-list">
          <li>{t.unsignedCan}</li>
          <li>{t.unsignedCannot}</li>
        </ul>
      </div>
    </Fold>
  )
}

function Secret({ model, onRotated }: IdentityStepProps) {
  const isAsking = useSignal(false)
  const secret = model.secret.value
  return (
    <div class="identity-part">
      <h4>{t.secret}</h4>
      <p class="quiet">{t.secretHint}</p>
      {model.error.value && (
        <Banner tone="danger" icon={AlertIcon}>
          {model.error.value}
        </Banner>
      )}
      {secret ? (
        <>
          <CopyField label={t.secret} text={secret.secret} />
          {secret.previous_valid_until && (
            <p class="quiet">{t.overlap(formatMoment(toDate(secret.previous_valid_until)))}</p>
          )}
          <div class="look-actions">
            <Button size="small" icon={HideIcon} onClick={model.hide}>
              {t.hide}
            </Button>
            <Button
              size="small"
              icon={RefreshIcon}
              onClick={() => {
                isAsking.value = true
              }}
            >
              {t.rotate}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button icon={KeyIcon} busy={model.busy.value} onClick={() => void model.show()}>
            {t.show}
          </Button>
        </div>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={t.rotateTitle}
          confirm={t.rotate}
          onConfirm={() => model.rotate().then(onRotated)}
          onClose={() => {
            isAsking.value = false
          }}
        >
          <p>{t.rotateBody}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Signing() {
  const language = useSignal<ServerLanguage>('node')
  const { name, code } = SIGNING[language.value]
  return (
    <div class="identity-part">
      <h4>{t.sign}</h4>
      <p class="quiet">{t.signHint}</p>
      <Tabs
        label={t.signIn}
        tabs={LANGUAGES.map((key) => [key, SIGNING[key].name])}
        current={language.value}
        controls="signing"
        onChoose={(key) => {
          language.value = key
        }}
      />
      <div id="signing" role="tabpanel" aria-label={name}>
        <CodeBlock label={t.signed(name)} text={code} maxLines={16} />
      </div>
    </div>
  )
}
