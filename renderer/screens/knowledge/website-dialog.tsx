import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import type { Desk } from '../../app/desk.ts'
import { t, tEntries } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { DescriptionFields } from './description-fields.tsx'
import { createWebsiteModel, type WebsiteModel } from './website-model.ts'

interface WebsiteDialogProps {
  readonly desk: Desk
  readonly id: number
  readonly onAdded: (document: KnowledgeDocument) => void
  readonly onClose: () => void
}

/** Asks for a page or website to crawl, and the extent of the crawl. */
export function WebsiteDialog({ desk, id, onAdded, onClose }: WebsiteDialogProps) {
  const model = useModel(() => createWebsiteModel(desk.api, id), [id])

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const added = await model.add()
    if (!added) return
    onAdded(added)
    onClose()
  }

  return (
    <Dialog
      title={t('knowledge.website.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('knowledge.website.cancel')}</Button>
          <Button kind="primary" busy={model.isBusy.value} onClick={() => void submit()}>
            {t('knowledge.website.add')}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        <Addresses model={model} />
        <Choices
          label={t('knowledge.website.reach')}
          value={model.reach.value}
          onChoose={model.choose}
          options={[
            {
              value: 'website',
              label: t('knowledge.website.whole'),
              hint: t('knowledge.website.wholeHint'),
            },
            {
              value: 'pages',
              label: t('knowledge.website.page'),
              hint: t('knowledge.website.pageHint'),
            },
          ]}
        />
        {model.reach.value === 'website' ? <Limits model={model} /> : <Linked model={model} />}
        <DescriptionFields {...model} nameLabel={t('knowledge.nameOptional')} />
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly model: WebsiteModel
}

/** One address to start from, or a list of pages. */
function Addresses({ model }: PartProps) {
  const { url, addresses, reach } = model
  if (reach.value === 'pages')
    return (
      <Field
        label={t('knowledge.website.addresses')}
        hint={t('knowledge.website.addressesHint')}
        error={model.addressError()}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            dir="ltr"
            rows={4}
            maxRows={10}
            placeholder={'https://example.com/prices\nhttps://example.com/opening-hours'}
            value={addresses.value}
            onEdit={(value) => {
              addresses.value = value
            }}
          />
        )}
      </Field>
    )
  return (
    <Field
      label={t('knowledge.website.address')}
      hint={t('knowledge.website.addressHint')}
      error={model.addressError()}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="url"
          dir="ltr"
          autocomplete="off"
          placeholder="https://example.com/help"
          value={url.value}
          onEdit={(value) => {
            url.value = value
          }}
        />
      )}
    </Field>
  )
}

/** Limit of linked pages that are read in addition to the listed ones. */
function Linked({ model: { linked, errors } }: PartProps) {
  return (
    <Field
      label={t('knowledge.website.linked')}
      hint={t('knowledge.website.linkedHint')}
      error={errors.value['relative_links_limit']}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          min={0}
          max={50}
          value={linked.value}
          onEdit={(value) => {
            linked.value = value
          }}
        />
      )}
    </Field>
  )
}

function Limits({ model }: PartProps) {
  const { errors, depth, pages, schedule } = model
  return (
    <>
      <div class="website-limits">
        <Field
          label={t('knowledge.website.depth')}
          hint={t('knowledge.website.depthHint')}
          error={errors.value['crawl.depth']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="number"
              min={0}
              max={5}
              value={depth.value}
              onEdit={(value) => {
                depth.value = value
              }}
            />
          )}
        </Field>
        <Field
          label={t('knowledge.website.pages')}
          hint={t('knowledge.website.pagesHint')}
          error={errors.value['crawl.pages']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="number"
              min={1}
              max={1000}
              value={pages.value}
              onEdit={(value) => {
                pages.value = value
              }}
            />
          )}
        </Field>
      </div>
      <Field label={t('knowledge.website.schedule')} hint={t('knowledge.website.scheduleHint')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={schedule.value}
            onEdit={(value) => {
              schedule.value = value as CrawlSchedule
            }}
          >
            {tEntries('knowledge.schedules').map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p class="quiet">{t('knowledge.website.polite')}</p>
    </>
  )
}
