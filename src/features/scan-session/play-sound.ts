import type { ScanSound } from '../../../machines/scan-session/scan-session-types.ts'

/** Notes one after the other: hertz and seconds. High once for yes, low and long for no, high twice for a second scan. */
const notes: Record<ScanSound, { wave: OscillatorType; tones: readonly (readonly [number, number])[] }> = {
  yes: { wave: 'sine', tones: [[1_320, 0.09]] },
  no: { wave: 'square', tones: [[196, 0.35]] },
  twice: {
    wave: 'sine',
    tones: [
      [660, 0.09],
      [660, 0.09],
    ],
  },
}

const GAP_S = 0.05
const VOLUME = 0.15

let audio: AudioContext | null = null

/** Sounds what came of a scan. A browser that plays nothing, or not yet, stays silent. */
export const playSound = (sound: ScanSound): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume().catch(() => undefined)
    const { wave, tones } = notes[sound]
    let at = audio.currentTime
    for (const [frequency, seconds] of tones) {
      const oscillator = new OscillatorNode(audio, { type: wave, frequency })
      const gain = new GainNode(audio, { gain: VOLUME })
      // Faded out, so that it does not click.
      gain.gain.setTargetAtTime(0, at + seconds, 0.01)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(at)
      oscillator.stop(at + seconds + 0.1)
      at += seconds + GAP_S
    }
  } catch {
    // No sound card, or none that may be used.
  }
}
