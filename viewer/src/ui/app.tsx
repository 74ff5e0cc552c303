// The page: the scene, with panels around it.

import { useEffect, useRef } from 'preact/hooks';
import { Scene } from '../scene/scene';
import { connect } from '../session';

export function App() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    connect(query.get('scene') ?? '', query.get('token') ?? '');
    const scene = new Scene(canvas.current!);
    return () => scene.dispose();
  }, []);
  return <canvas ref={canvas} style={{ width: '100%', height: '100%' }} />;
}
