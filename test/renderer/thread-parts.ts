import { vi } from 'vitest'
import type { DraftKind } from '#contracts/drafts.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createDraftModel } from '../../renderer/screens/inbox/compose/draft-model.ts'
import type { SendFile } from '../../renderer/screens/inbox/compose/upload.ts'
import { createUploadsModel } from '../../renderer/screens/inbox/compose/uploads-model.ts'
import { ADA, fakeLive, fakeServer } from './support.ts'

/** The models for writing a reply and a note, on a fake server. */
export function writingParts(storage = memoryStorage(), send: SendFile = neverSent) {
  const server = fakeServer()
  const live = fakeLive()
  const draftOf = (kind: DraftKind, conversation = ADA) =>
    createDraftModel({ api: server.api, live, storage, conversation, kind, me: () => 1 })
  const uploads = createUploadsModel({ api: server.api, conversation: ADA, send })
  return { server, live, storage, draftOf, uploads }
}

const neverSent: SendFile = () => ({ result: new Promise(() => undefined), abort: vi.fn() })
