// Gives a forked child the `process.parentPort` of a real utility process.
import { EventEmitter } from 'node:events'

const send = process.send!.bind(process)
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => void send(message),
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// A utility process ends with the main process, however that ends.
process.on('disconnect', () => process.exit(1))
Object.defineProperty(process, 'send', { value: undefined })
Object.defineProperty(process, 'parentPort', { value: port })

// Lets a test cause a bug in the server: an unhandled rejection.
process.on('SIGUSR2', () => void Promise.reject(new Error('a bug of the server')))
