/*
 * GET    /user/campaigns                listCampaigns
 * POST   /user/campaigns                createCampaign
 * GET    /user/campaigns/:id            getCampaign
 * PUT    /user/campaigns/:id            updateCampaign
 * POST   /user/campaigns/update-status  updateCampaignStatus
 * GET    /user/campaigns/:id/estimate   estimateCampaign
 * DELETE /user/campaign/:id             deleteCampaign
 */
import {
  createCampaign as createCampaignEndpoint,
  deleteCampaign as deleteCampaignEndpoint,
  estimateCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign as updateCampaignEndpoint,
  updateCampaignStatus,
} from '#contracts/campaigns.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { once } from '../../platform/idempotency/once.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { presentCampaign } from './record.ts'
import { campaignFaults } from './rules.ts'
import { createCampaign, storedSettings, updateCampaign } from './save.ts'
import { estimateOf, statisticsOf } from './statistics.ts'
import { deleteCampaign, startCampaign, stopByOwner } from './status.ts'

/** Campaigns: an outbound assistant that calls a list of leads. */
export const campaignRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const campaigns = campaignQueries(db)

  handle(listCampaigns, ({ principal: { userId } }) =>
    campaigns.all(userId).map((row) => presentCampaign(context, row)),
  )

  handle(
    createCampaignEndpoint,
    ({ principal: { userId }, body, req }) =>
      once(context, {
        req,
        userId,
        operation: 'create_campaign',
        body,
        act: ({ tie }) =>
          write((tx) => {
            const data = createCampaign(tx, context, userId, body)
            tie(tx, data.id)
            return created(data)
          }),
        answerOf(id) {
          const row = campaigns.byId(id)
          return row && created(presentCampaign(context, row))
        },
      }),
    (sent, { userId }) => campaignFaults(context, userId, sent),
  )

  handle(getCampaign, ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    return { ...presentCampaign(context, row), statistics: statisticsOf(context, row) }
  })

  handle(
    updateCampaignEndpoint,
    ({ principal: { userId }, params, body }) =>
      write((tx) => ({
        message: 'Campaign updated successfully',
        data: updateCampaign(tx, context, find(userId, params.id), body),
      })),
    (sent, { userId }, { id }) =>
      campaignFaults(context, userId, sent, storedSettings(context, find(userId, id))),
  )

  handle(updateCampaignStatus, ({ principal: { userId }, body }) => {
    const { campaign_id: id, status, action = status } = body
    if (action !== 'start' && action !== 'stop') throw new AppError('campaign_action_invalid')
    return write((tx) => {
      const campaign = campaigns.find(userId, id)
      if (!campaign) throw notFound('campaign_to_change_not_found')
      if (action === 'start') startCampaign(tx, context, campaign)
      else stopByOwner(tx, context, campaign)
      return {
        message:
          action === 'start' ? 'Campaign started successfully.' : 'Campaign stopped successfully.',
        success: true as const,
        data: { campaign_id: id, status: campaigns.byId(id)!.status },
      }
    })
  })

  handle(estimateCampaign, ({ principal: { userId }, params }) =>
    estimateOf(context, find(userId, params.id)),
  )

  handle(deleteCampaignEndpoint, ({ principal: { userId }, params }) =>
    write((tx) => {
      deleteCampaign(tx, context, find(userId, params.id))
      return { message: 'Campaign deleted successfully' }
    }),
  )

  function find(userId: number, id: number): CampaignRow {
    const row = campaigns.find(userId, id)
    if (!row) throw notFound('campaign_not_found')
    return row
  }

  const created = (data: ReturnType<typeof presentCampaign>) => ({
    message: 'Campaign created successfully',
    data,
  })
}
