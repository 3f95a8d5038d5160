/*
 * GET    /user/speech-providers              listSpeechServices
 * POST   /user/speech-providers              createSpeechService
 * PUT    /user/speech-providers/:id          updateSpeechService
 * DELETE /user/speech-providers/:id          deleteSpeechService
 * POST   /user/speech-providers/test         testSpeechService
 * POST   /user/speech-providers/discover     discoverSpeechServices
 * POST   /user/speech-providers/found/:port  addFoundSpeechService
 */
import {
  addFoundSpeechService,
  createSpeechService,
  deleteSpeechService,
  discoverSpeechServices,
  listSpeechServices,
  testSpeechService,
  updateSpeechService,
} from '#contracts/speech-providers.ts'
import { notFound } from '../../errors.ts'
import { may } from '../../http/policy.ts'
import type { Routes } from '../../http/routes.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { callsPrivateAddresses } from '../platform/network/policy.ts'
import { serviceFaults } from '../platform/secrets/overheard.ts'
import { candidateOf } from './candidate.ts'
import { addFound, findServers, presentFound } from './discover.ts'
import { presentService, presentSystemVoices } from './present.ts'
import { type ServiceRow, serviceQueries } from './queries.ts'
import { addService, changeService, removeService, voiceFaults } from './save.ts'
import { listSystemVoices } from './system-voices.ts'
import { testService } from './test-service.ts'

/** Timeout of listing the operating system's voices during a request, ms. */
const LIST_MS = 5000

/** Routes of an account's speech services. */
export const speechRoutes: Routes = (context) => {
  const { handle, db, write, gate, vault, log } = context
  const services = serviceQueries(db)

  handle(listSpeechServices, async ({ principal, ...viewer }) => {
    await listSystemVoices(context, AbortSignal.timeout(LIST_MS)).catch((error: unknown) =>
      log.warn({ err: error }, 'the voices of the system could not be listed'),
    )
    return {
      data: services.all(principal.userId).map((row) => presentService(context, row, viewer)),
      system_voices: presentSystemVoices(context, viewer),
      secrets: vault.keeper,
      can_discover: may(principal, 'server.discovery') && callsPrivateAddresses(context),
    }
  })

  handle(
    createSpeechService,
    async ({ principal, body, ...viewer }) => {
      const row = await write((tx) => addService(tx, context, principal.userId, body))
      return {
        message: 'Speech provider created successfully',
        data: presentService(context, row, viewer),
      }
    },
    ({ kind, voices, ...sent }, { userId }) => ({
      ...voiceFaults(context, kind, voices),
      ...serviceFaults(context, userId, sent, undefined),
    }),
  )

  handle(
    updateSpeechService,
    async ({ principal, params, body, ...viewer }) => {
      const row = await changeService(context, find(principal.userId, params.id), body)
      return {
        message: 'Speech provider updated successfully',
        data: presentService(context, row, viewer),
      }
    },
    ({ kind, voices, ...sent }, { userId }, { id }) => {
      const row = services.find(userId, id)
      return {
        ...voiceFaults(context, kind ?? row?.kind, voices),
        ...serviceFaults(context, userId, sent, row),
      }
    },
  )

  handle(deleteSpeechService, async ({ principal, params }) => {
    await removeService(context, find(principal.userId, params.id))
    return { message: 'Speech provider deleted successfully' }
  })

  handle(
    testSpeechService,
    async ({ principal: { userId }, body, localizer }) => {
      gate.limit('speechTests', String(userId))
      const row = body.id === undefined ? undefined : find(userId, body.id)
      const { message, speaks, hears, ...tested } = await testService(
        onBehalfOf(context, userId),
        candidateOf(context, row, body),
      )
      return {
        ...tested,
        message: localizer.translate(message),
        speaks: speaks && { ...speaks, message: localizer.translate(speaks.message) },
        hears: hears && { ...hears, message: localizer.translate(hears.message) },
      }
    },
    ({ id, ...sent }, { userId }) => {
      const row = id === undefined ? undefined : services.find(userId, id)
      return serviceFaults(context, userId, sent, row)
    },
  )

  handle(discoverSpeechServices, async ({ principal: { userId } }) => {
    gate.limit('speechTests', String(userId))
    const found = await findServers(context)
    return { data: found.map((server) => presentFound(context, userId, server)) }
  })

  handle(addFoundSpeechService, async ({ principal: { userId }, params, ...viewer }) => {
    gate.limit('speechTests', String(userId))
    const row = await addFound(context, userId, params.port)
    return {
      message: 'Speech provider created successfully',
      data: presentService(context, row, viewer),
    }
  })

  function find(userId: number, id: number): ServiceRow {
    const row = services.find(userId, id)
    if (!row) throw notFound('speech_provider_not_found')
    return row
  }
}
