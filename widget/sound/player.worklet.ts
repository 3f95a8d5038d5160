import { createPlayQueue } from './play-queue.ts'
import type { PlayerCommand } from './player-command.ts'

/** Plays the audio it receives and reports what was played. */
class Player extends AudioWorkletProcessor {
  readonly queue = createPlayQueue(sampleRate, (report) => this.port.postMessage(report))

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlayerCommand>) => {
      if (data.type === 'play') this.queue.push(data.utterance, data.samples)
      else if (data.type === 'clear') this.queue.clear(data.utterance)
      else this.queue[data.type]()
    }
  }

  process(_inputs: readonly Float32Array[][], [output]: readonly Float32Array[][]): boolean {
    const [first, ...others] = output!
    this.queue.render(first!)
    for (const channel of others) channel.set(first!)
    return true
  }
}

registerProcessor('parley-player', Player)
