import { createFramer } from './framer.ts'

/** Forwards the microphone's audio as frames of 20 ms, with the context's time of their first sample, ms. */
class Microphone extends AudioWorkletProcessor {
  readonly push = createFramer(sampleRate, ({ samples, peak }) => {
    const at = currentTime * 1000 - 20
    this.port.postMessage({ samples, peak, at }, [samples.buffer])
  })

  process([input]: readonly Float32Array[][]): boolean {
    const [sound] = input ?? []
    if (sound) this.push(sound)
    return true
  }
}

registerProcessor('parley-mic', Microphone)
