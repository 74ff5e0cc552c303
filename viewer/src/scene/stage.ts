// The stage: renderer, light, sky and ground.

import {
  BufferAttribute, BufferGeometry, CircleGeometry, Color, DirectionalLight, Group, HemisphereLight, Mesh, MeshLambertMaterial, PCFShadowMap,
  Scene, ShaderMaterial, WebGLRenderer, type Camera,
} from 'three';
import type { Box } from './camera';
import type { Look } from './look';

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  /** Whether pictures are computed without a graphics card. Then less is drawn. */
  readonly isSoftware: boolean;
  private readonly sun = new DirectionalLight();
  private readonly skyLight = new HemisphereLight();
  private readonly sky: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly ground: Mesh<CircleGeometry, MeshLambertMaterial>;
  private readonly grid = { gridColour: { value: new Color() }, radius: { value: 100 }, middle: { value: [0, 0] }, gridStep: { value: 10 } };

  constructor(readonly canvas: HTMLCanvasElement) {
    this.isSoftware = isSoftware();
    // Smooth edges and shadows of walls take a processor most of the time of a picture, so they are left out unless the address
    // asks for them.
    const isFine = !this.isSoftware || new URLSearchParams(location.search).get('quality') === 'high';
    this.renderer = new WebGLRenderer({ canvas, antialias: isFine, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(this.isSoftware ? 1 : Math.min(2, window.devicePixelRatio));
    this.renderer.shadowMap.enabled = isFine;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.sky = skyMesh();
    this.ground = this.groundMesh();
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.05;
    this.sun.shadow.intensity = 0.55;
    this.sun.shadow.radius = 2.5;
    const lights = new Group();
    lights.add(this.sun, this.sun.target, this.skyLight);
    this.skyLight.position.set(0, 0, 1);
    this.scene.add(this.sky, this.ground, lights);
  }

  setLook(look: Look): void {
    this.sky.material.uniforms['top']!.value.setHex(look.skyTop);
    this.sky.material.uniforms['bottom']!.value.setHex(look.skyBottom);
    this.ground.material.color.setHex(look.ground);
    this.grid.gridColour.value.setHex(look.grid);
    this.sun.color.setHex(look.sun);
    this.sun.intensity = look.sunStrength;
    this.skyLight.color.setHex(look.skyLight);
    this.skyLight.groundColor.setHex(look.groundLight);
    this.skyLight.intensity = look.skyStrength;
  }

  /** Makes the ground and the shadows as big as the place. */
  setBox(box: Box): void {
    const size = Math.max(box.east - box.west, box.north - box.south, 10);
    const x = (box.west + box.east) / 2, y = (box.south + box.north) / 2;
    this.ground.position.set(x, y, box.bottom - 0.06);
    this.ground.scale.setScalar(size * 3);
    this.grid.radius.value = size * 3;
    this.grid.middle.value = [x, y];
    this.grid.gridStep.value = size > 150 ? 50 : 10;
    // The sun is in the south-east. The camera begins in the south-west, from where shadows are well seen.
    this.sun.position.set(x + size * 0.95, y - size * 0.35, box.bottom + size * 1.15);
    this.sun.target.position.set(x, y, box.bottom);
    const camera = this.sun.shadow.camera;
    const reach = size * 0.78;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: size * 4 });
    camera.updateProjectionMatrix();
    this.refreshShadows();
  }

  /** Draws the shadows anew. */
  refreshShadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
  }

  render(camera: Camera): void {
    this.renderer.render(this.scene, camera);
  }

  dispose(): void {
    this.renderer.dispose();
  }

  /** Returns a disc with a faint grid that fades into the sky. */
  private groundMesh(): Mesh<CircleGeometry, MeshLambertMaterial> {
    const material = new MeshLambertMaterial({ transparent: true });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.grid);
      shader.vertexShader = `varying vec2 vGround;\n${shader.vertexShader}`
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = (modelMatrix * vec4(position, 1.0)).xy;');
      shader.fragmentShader = `varying vec2 vGround;\nuniform vec3 gridColour;\nuniform float radius;\nuniform float gridStep;\nuniform vec2 middle;\n${shader.fragmentShader}`
        .replace('#include <color_fragment>', `#include <color_fragment>
          vec2 cell = vGround / gridStep;
          vec2 wide = fwidth(cell);
          vec2 line = smoothstep(wide * 1.2, vec2(0.0), abs(fract(cell - 0.5) - 0.5)) * clamp(0.3 / wide - 1.0, 0.0, 1.0);
          diffuseColor.rgb = mix(diffuseColor.rgb, gridColour, max(line.x, line.y));
          diffuseColor.a *= 1.0 - smoothstep(0.35, 0.95, distance(vGround, middle) / radius);`);
    };
    const mesh = new Mesh(new CircleGeometry(1, 64), material);
    mesh.receiveShadow = true;
    mesh.renderOrder = -900;
    material.depthWrite = false;
    return mesh;
  }
}

/** Returns a triangle that fills the picture with a gradient, behind everything. */
function skyMesh(): Mesh<BufferGeometry, ShaderMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new ShaderMaterial({
    uniforms: { top: { value: new Color() }, bottom: { value: new Color() } },
    vertexShader: 'varying float vUp; void main() { vUp = position.y * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `varying float vUp; uniform vec3 top; uniform vec3 bottom;
      void main() {
        gl_FragColor = vec4(mix(bottom, top, smoothstep(0.3, 1.0, vUp)), 1.0);
        #include <colorspace_fragment>
      }`,
    depthTest: false, depthWrite: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1000;
  return mesh;
}

/** Returns whether there is no graphics card. It asks a context of its own, because the context that draws must know it beforehand. */
function isSoftware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return true;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
