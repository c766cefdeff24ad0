import './map.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from '../page-state.ts';

const cell = 104;
const rowHeight = 92;

type Town = PageState['town'];

/** The town as a picture: routers above, the machine in the middle, its cable on the left and phones on the right. */
export function TownMap({ town }: { readonly town: Town }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.max(300, entry?.contentRect.width ?? 800)));
    if (box.current !== null) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const perRow = Math.max(1, Math.floor(width / cell));
  const rows = Math.max(1, Math.ceil(town.accessPoints.length / perRow));
  const height = rows * rowHeight + 206;
  const center = { x: width / 2, y: height - 104 };
  const places = town.accessPoints.map((router, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, town.accessPoints.length - row * perRow);
    return { router, x: (width / (inRow + 1)) * ((index % perRow) + 1), y: 44 + row * rowHeight };
  });
  const [wifi] = town.uplinks;
  const active = places.find(({ router }) => router.id === wifi?.via);
  const tried = town.profiles.find(({ id }) => id === wifi?.profile)?.ssidText;
  const aimed = wifi?.state === 'activating' ? places.find(({ router }) => router.name === tried) : undefined;
  return (
    <div class="map" ref={box}>
      <svg viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={describe(town)}>
        {active !== undefined && <Beam from={active} to={center} kind={wifi?.internet ?? 'unknown'} />}
        {aimed !== undefined && <Beam from={aimed} to={center} kind="joining" />}
        <Cable town={town} to={center} />
        <Phones town={town} at={center} width={width} />
        {town.hotspot.state !== 'down' && <Waves at={center} up={town.hotspot.state === 'up'} />}
        {places.map((place) => (
          <RouterPicture key={place.router.id} {...place} />
        ))}
        <Robot
          x={center.x}
          y={center.y}
          asleep={town.networkManager !== 'running'}
          blocked={town.radio.block !== 'on'}
        />
        <text class="caption" x={center.x} y={height - 12}>
          {town.hotspot.name ?? 'the machine'}
        </text>
      </svg>
    </div>
  );
}

type Point = { readonly x: number; readonly y: number };

function Beam({ from, to, kind }: { readonly from: Point; readonly to: Point; readonly kind: string }) {
  return <line class={`beam ${kind}`} x1={from.x} y1={from.y + 26} x2={to.x} y2={to.y - 34} />;
}

function Waves({ at, up }: { readonly at: Point; readonly up: boolean }) {
  return (
    <g class={up ? 'waves up' : 'waves'}>
      {[46, 62, 78].map((radius) => (
        <circle key={radius} cx={at.x} cy={at.y} r={radius} />
      ))}
    </g>
  );
}

function RouterPicture({ router, x, y }: Point & { readonly router: Town['accessPoints'][number] }) {
  const bars = router.on ? Math.ceil(router.signal / 25) : 0;
  const name = router.name.length > 13 ? `${router.name.slice(0, 12)}…` : router.name;
  return (
    <g class={router.on ? 'place on' : 'place'} transform={`translate(${x} ${y})`}>
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          class={bar < bars ? 'bar lit' : 'bar'}
          x={-13 + bar * 7}
          y={-12 - bar * 4}
          width={4}
          height={6 + bar * 4}
          rx={1.5}
        />
      ))}
      <rect class="case" x={-24} y={0} width={48} height={16} rx={5} />
      <circle class={`lamp ${router.on ? router.internet : ''}`} cx={15} cy={8} r={3} />
      {router.password !== undefined && (
        <path class="lock" d="M-17 8 v-1.5 a2.5 2.5 0 0 1 5 0 V8 m-6 0 h7 v4.5 h-7 z" />
      )}
      <text y={33}>{name}</text>
    </g>
  );
}

function Robot(props: Point & { readonly asleep: boolean; readonly blocked: boolean }) {
  return (
    <g class={props.asleep ? 'robot asleep' : 'robot'} transform={`translate(${props.x} ${props.y})`}>
      <line x1={0} y1={-26} x2={0} y2={-36} />
      <circle class={props.blocked ? 'tip blocked' : 'tip'} cx={0} cy={-38} r={4} />
      <rect class="head" x={-30} y={-26} width={60} height={46} rx={13} />
      <rect class="face" x={-21} y={-15} width={42} height={20} rx={9} />
      <g class="eyes">
        {props.asleep ? (
          <path d="M-14 -5 h8 M6 -5 h8" />
        ) : (
          <>
            <circle cx={-9} cy={-5} r={4} />
            <circle cx={9} cy={-5} r={4} />
          </>
        )}
      </g>
      <path class="feet" d="M-22 24 h16 M6 24 h16" />
    </g>
  );
}

function Cable({ town, to }: { readonly town: Town; readonly to: Point }) {
  const plugged = town.ports.find((port) => port.plugged);
  if (plugged === undefined) return null;
  const link = town.uplinks.find((uplink) => uplink.interface === plugged.interface);
  return (
    <g class="socket">
      <path
        class={`cord ${link?.state === 'active' ? link.internet : 'joining'}`}
        d={`M30 ${to.y + 8} C ${to.x * 0.5} ${to.y + 46}, ${to.x * 0.6} ${to.y - 10}, ${to.x - 30} ${to.y + 6}`}
      />
      <rect x={12} y={to.y - 6} width={20} height={28} rx={4} />
      <text x={22} y={to.y + 40}>
        {plugged.interface}
      </text>
    </g>
  );
}

function Phones({ town, at, width }: { readonly town: Town; readonly at: Point; readonly width: number }) {
  return (
    <>
      {town.phones.slice(0, 4).map(({ name }, index) => {
        const x = Math.min(width - 30, at.x + 112 + index * 34);
        return (
          <g key={name} class="handheld">
            <line class="beam phone" x1={at.x + 34} y1={at.y} x2={x - 10} y2={at.y} />
            <rect x={x - 9} y={at.y - 17} width={18} height={34} rx={4} />
            <line x1={x - 3} y1={at.y + 12} x2={x + 3} y2={at.y + 12} />
          </g>
        );
      })}
    </>
  );
}

/** The picture in words. */
function describe({ accessPoints, uplinks, hotspot, phones }: Town): string {
  const on = accessPoints.filter((each) => each.on).length;
  const links = uplinks.filter(({ state }) => state === 'active').map(({ interface: name }) => name);
  return [
    `${on} of ${accessPoints.length} routers are on`,
    links.length === 0 ? 'the machine has no link' : `the machine is linked by ${links.join(' and ')}`,
    hotspot.state === 'up'
      ? `its hotspot ${hotspot.name} is on the air with ${phones.length} phones`
      : 'its hotspot is down',
  ].join('; ');
}
