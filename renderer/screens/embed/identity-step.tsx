import { useSignal } from '@preact/signals'
import { t } from '../../locales/translate.ts'
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

/** Setup of identity verification, which lets a website vouch for its visitors. */
export function IdentityStep({ model, onRotated }: IdentityStepProps) {
  return (
    <Fold title={t('embedIdentity.open')}>
      <p>{t('embedIdentity.what')}</p>
      <Secret model={model} onRotated={onRotated} />
      <Signing />
      <div class="identity-part">
        <h4>{t('embedIdentity.page')}</h4>
        <p class="quiet">{t('embedIdentity.pageHint')}</p>
        <CodeBlock label={t('embedIdentity.pageLabel')} text={PAGE_IDENTITY} />
      </div>
      <div class="identity-part">
        <h4>{t('embedIdentity.unsigned')}</h4>
        <ul class="plain-list">
          <li>{t('embedIdentity.unsignedCan')}</li>
          <li>{t('embedIdentity.unsignedCannot')}</li>
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
      <h4>{t('embedIdentity.secret')}</h4>
      <p class="quiet">{t('embedIdentity.secretHint')}</p>
      {model.error.value && (
        <Banner tone="danger" icon={AlertIcon}>
          {model.error.value}
        </Banner>
      )}
      {secret ? (
        <>
          <CopyField label={t('embedIdentity.secret')} text={secret.secret} />
          {secret.previous_valid_until && (
            <p class="quiet">
              {t('embedIdentity.overlap', {
                until: formatMoment(toDate(secret.previous_valid_until)),
              })}
            </p>
          )}
          <div class="look-actions">
            <Button size="small" icon={HideIcon} onClick={model.hide}>
              {t('embedIdentity.hide')}
            </Button>
            <Button
              size="small"
              icon={RefreshIcon}
              onClick={() => {
                isAsking.value = true
              }}
            >
              {t('embedIdentity.rotate')}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button icon={KeyIcon} busy={model.busy.value} onClick={() => void model.show()}>
            {t('embedIdentity.show')}
          </Button>
        </div>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={t('embedIdentity.rotateTitle')}
          confirm={t('embedIdentity.rotate')}
          onConfirm={() => model.rotate().then(onRotated)}
          onClose={() => {
            isAsking.value = false
          }}
        >
          <p>{t('embedIdentity.rotateBody')}</p>
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
      <h4>{t('embedIdentity.sign')}</h4>
      <p class="quiet">{t('embedIdentity.signHint')}</p>
      <Tabs
        label={t('embedIdentity.signIn')}
        tabs={LANGUAGES.map((key) => [key, SIGNING[key].name])}
        current={language.value}
        controls="signing"
        onChoose={(key) => {
          language.value = key
        }}
      />
      <div id="signing" role="tabpanel" aria-label={name}>
        <CodeBlock
          label={t('embedIdentity.signed', { language: name })}
          text={code}
          maxLines={16}
        />
      </div>
    </div>
  )
}
