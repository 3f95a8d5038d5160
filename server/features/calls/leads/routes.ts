/*
 * GET    /user/leads         listLeads
 * GET    /user/leads/export  exportLeads
 * POST   /user/leads/import  importLeads
 * POST   /user/lead          createLead
 * GET    /user/leads/:id     getLead
 * PUT    /user/leads/:id     updateLead
 * DELETE /user/leads/:id     deleteLead
 */
import type { QueryOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import { importLeads as importLeadsEndpoint } from '#contracts/lead-import.ts'
import {
  createLead as createLeadEndpoint,
  deleteLead,
  exportLeads,
  getLead,
  Lead,
  listLeads,
  updateLead as updateLeadEndpoint,
} from '#contracts/leads.ts'
import { NO_ROWS } from '../../../db/counted-list.ts'
import { ifSet, periodOf, toDateTime } from '../../../db/time.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import { SLICE, sendExport } from '../../../http/export.ts'
import type { Routes } from '../../../http/routes.ts'
import { once } from '../../platform/idempotency/once.ts'
import { digitsOf, isCountry } from '../../platform/values/telephone.ts'
import { importLeads } from './import.ts'
import { leadListQueries } from './list-queries.ts'
import { type LeadRow, leadQueries } from './queries.ts'
import { presentLead } from './record.ts'
import { removeLead } from './remove.ts'
import { leadChangeFaults, newLeadFaults } from './rules.ts'
import { createLead, updateLead } from './save.ts'

/** Length of the list that older clients read without a page. */
const MAX_BARE = 1000

/** Leads: whom campaigns call. */
export const leadRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const leads = leadQueries(db)
  const show = (row: LeadRow): Lead => presentLead(context, row)

  handle(listLeads, ({ principal: { userId }, query, page, req }) => {
    const list = matching(userId, query)
    if (Object.keys(req.query).length === 0)
      return list.rows({ limit: MAX_BARE, offset: 0 }).map(show)
    return page.of(list.total, (slice) => list.rows(slice).map(show))
  })

  handle(exportLeads, (call) => {
    const list = matching(call.principal.userId, call.query)
    const slices = list.slices(SLICE)
    return sendExport(call, { name: 'leads', item: Lead, total: list.total, slices, show })
  })

  handle(
    importLeadsEndpoint,
    async ({ principal: { userId }, body, localizer, res }) => {
      const { file, country_code: country, progress_id: id, dry_run: isDryRun = false } = body
      const { encoding, delimiter } = body
      if (!file) throw new InvalidFields({ file: [fault('required')] })
      const closed = new AbortController()
      // Nobody reads this answer.
      res.once('close', () => closed.abort(new AppError('bad_request')))
      const { skipped, ...result } = await importLeads(context, {
        userId,
        campaignId: body.campaign_id,
        file,
        format: { ...(encoding && { encoding }), ...(delimiter && { delimiter }) },
        country: isCountry(country) ? country : undefined,
        mayRepeat: body.allow_dupplicate ?? body.allow_duplicate ?? false,
        isDryRun,
        signal: closed.signal,
        onProgress: (progress) =>
          id !== undefined && hub.sendToUser(userId, 'leads.importing', { id, ...progress }),
      })
      return {
        message: isDryRun ? 'Leads checked successfully' : 'Leads imported successfully',
        imported: result.imported,
        skipped: skipped.map(({ line, field, fault: reason }) => ({
          line,
          reason: localizer.translate(reason, field),
        })),
        skipped_count: result.skippedCount,
      }
    },
    ({ campaign_id: campaignId, country_code: country }, { userId }) => ({
      ...(campaignId !== undefined &&
        !leads.hasCampaign(userId, campaignId) && { campaign_id: [fault('not_selectable')] }),
      ...(country !== undefined &&
        !isCountry(country) && { country_code: [fault('not_selectable')] }),
    }),
  )

  handle(
    createLeadEndpoint,
    ({ principal: { userId }, body, req }) =>
      once(context, {
        req,
        userId,
        operation: 'create_lead',
        body,
        act: ({ tie }) =>
          write((tx) => {
            const row = createLead(tx, context, userId, body)
            tie(tx, row.id)
            return created(row)
          }),
        answerOf(id) {
          const row = leads.find(userId, id)
          return row && created(row)
        },
      }),
    (sent, { userId }) => newLeadFaults(context, userId, sent),
  )

  handle(getLead, ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    if (row.parent_id !== null) throw notFound('lead_not_found')
    return {
      ...show(row),
      rounds: row.rounds,
      next_attempt_at: ifSet(row.next_attempt_at, toDateTime),
      call_ids: leads.calls(row.id),
    }
  })

  handle(
    updateLeadEndpoint,
    ({ principal: { userId }, params, body }) =>
      write((tx) => ({
        message: 'Lead successfully updated',
        data: show(updateLead(tx, context, find(userId, params.id), body)),
      })),
    (sent, { userId }, { id }) => leadChangeFaults(context, find(userId, id), sent),
  )

  handle(deleteLead, async ({ principal: { userId }, params }) => {
    await removeLead(context, find(userId, params.id))
    return { message: 'Lead deleted successfully' }
  })

  function matching(userId: number, query: Omit<QueryOf<typeof exportLeads>, 'format' | 'bom'>) {
    const { campaign_id: campaignId, status, phone_number: number = '' } = query
    if (campaignId !== undefined && !leads.hasCampaign(userId, campaignId)) return NO_ROWS
    const digits = digitsOf(number)
    return leadListQueries(db)(userId, { campaignId, status, digits, ...periodOf(query) })
  }

  function find(userId: number, id: number): LeadRow {
    const row = leads.find(userId, id)
    if (!row) throw notFound('lead_not_found')
    return row
  }

  const created = (row: LeadRow) => ({ message: 'Lead created successfully', data: show(row) })
}
