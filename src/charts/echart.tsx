import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import EChartsCore from 'echarts-for-react/esm/core.js'
import { useMemo } from 'react'
import { useChartLook } from './chart-look.ts'
import { type SeriesChart, seriesOption } from './series-option.ts'

echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer])

/** The drawing itself: its code is fetched when a chart is first shown. Fills what it stands in. */
const EChart = ({ chart }: { chart: SeriesChart }) => {
  const look = useChartLook()
  const option = useMemo(() => seriesOption(chart, look), [chart, look])
  return <EChartsCore echarts={echarts} option={option} notMerge lazyUpdate style={filling} />
}

const filling = { width: '100%', height: '100%' }

export default EChart
