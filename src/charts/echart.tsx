import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChartsCore from 'echarts-for-react/esm/core.js'
import { useEffect, useMemo, useRef } from 'react'
import { paperLook, useChartLook } from './chart-look.ts'
import { type SeriesChart, seriesOption } from './series-option.ts'

echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer])

type EChartProps = {
  chart: SeriesChart
  /** The category whose tooltip is shown without mouse; null for none. */
  active: number | null
  /** A figure was clicked, or the area of a category (`series` is 0). */
  onOpen: ((series: number, index: number) => void) | null
}

/** The canvas; lazy. Fills its container. */
const EChart = ({ chart, active, onOpen }: EChartProps) => {
  const look = useChartLook()
  const option = useMemo(() => seriesOption(chart, look), [chart, look])
  const core = useRef<EChartsCore>(null)
  const open = useRef(onOpen)
  open.current = onOpen
  const wasActive = useRef(false)

  useEffect(() => {
    const instance = core.current?.getEchartsInstance()
    if (instance === undefined || (active === null && !wasActive.current)) return
    wasActive.current = active !== null
    instance.dispatchAction(
      active === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: active },
    )
  }, [active])

  useEffect(() => {
    // The browser prints right after `beforeprint`: what is not drawn by then is not on the paper.
    const draw = (next: typeof option) => {
      const instance = core.current?.getEchartsInstance()
      instance?.setOption(next, { notMerge: true })
      instance?.getZr().flush()
    }
    const before = () => draw(seriesOption(chart, paperLook()))
    const after = () => draw(option)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [chart, option])

  return (
    <EChartsCore
      ref={core}
      echarts={echarts}
      option={option}
      notMerge
      lazyUpdate
      style={filling}
      onEvents={useMemo(
        () => ({ click: (figure: Clicked) => open.current?.(figure.seriesIndex, figure.dataIndex) }),
        [],
      )}
      onChartReady={(instance: echarts.ECharts) => listenToBackground(instance, open)}
    />
  )
}

type Clicked = { seriesIndex: number; dataIndex: number }

/** Low bars are small targets: the category's whole column is clickable. */
const listenToBackground = (instance: echarts.ECharts, open: { current: EChartProps['onOpen'] }): void => {
  const canvas = instance.getZr()
  canvas.on('click', ({ target, offsetX, offsetY }) => {
    if (target !== undefined || !instance.containPixel('grid', [offsetX, offsetY])) return
    const index = instance.convertFromPixel({ xAxisIndex: 0 }, offsetX)
    if (typeof index === 'number' && index >= 0) open.current?.(0, index)
  })
  canvas.on('mousemove', ({ offsetX, offsetY }) => {
    const isOpening = open.current !== null && instance.containPixel('grid', [offsetX, offsetY])
    canvas.setCursorStyle(isOpening ? 'pointer' : 'default')
  })
}

const filling = { width: '100%', height: '100%' }

export default EChart
