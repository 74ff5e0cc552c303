// How surfaces are drawn: slabs on the ground, and walls that are cut away where they hide what the camera looks at.

import { Vector3, Vector4, type Material, type WebGLProgramParametersWithUniforms } from 'three';
import type { LineMaterial } from 'three/addons/lines/LineMaterial.js';

/** What the camera looks at. Whatever is cut shares it. */
const cut = {
  /** The point at which the camera looks, and how much is cut, from 0 to 1. */
  cutAt: { value: new Vector4(0, 0, 0, 0) },
  /** The direction from there to the camera, and the half width of what is kept free, m. */
  cutTo: { value: new Vector4(0, 0, 1, 1) },
};

/** Walls below this height above the ground that is looked at are never cut, m: they show where the wall is. */
const STUB = 0.3;
/** Something is cut when it is at least so far before what is looked at, m. */
const BEFORE = 1.2;
/** People reach so high above the ground, on the average of their bodies, m. */
const MIDDLE = 1;

/** Tells what the camera looks at, from which direction, how many metres it shows, and whether anything is cut. */
export function lookThrough(at: Vector3, towards: Vector3, span: number, isCut: boolean): void {
  // From afar one looks over walls.
  const share = isCut ? Math.min(1, Math.max(0, (26 - span) / 10)) : 0;
  cut.cutAt.value.set(at.x, at.y, at.z + MIDDLE, share);
  cut.cutTo.value.set(towards.x, towards.y, towards.z, 0.26 * span);
}

const VARYING = 'varying vec3 vCutAt;';
const FRAGMENT = `
  uniform vec4 cutAt; uniform vec4 cutTo; ${VARYING}
  /** Cuts a hole with a soft border, as fine dots, around the line from the camera to what it looks at. */
  void cutAway() {
    vec3 away = vCutAt - cutAt.xyz;
    float near = dot(away, cutTo.xyz);
    if (cutAt.w <= 0.0 || near < ${BEFORE} || away.z < ${STUB} - ${MIDDLE.toFixed(1)}) return;
    float beside = length(away - near * cutTo.xyz) / cutTo.w;
    float left = max(1.0 - cutAt.w, smoothstep(0.75, 1.1, beside));
    float dots = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (left <= dots) discard;
  }
`;

/** Lets a surface be cut away. */
export function cutSurface(material: Material): void {
  material.onBeforeCompile = (shader) => {
    share(shader);
    shader.vertexShader = `${VARYING}\n${shader.vertexShader}`.replace('#include <begin_vertex>', '#include <begin_vertex>\nvCutAt = (modelMatrix * vec4(position, 1.0)).xyz;');
    shader.fragmentShader = `${FRAGMENT}\n${shader.fragmentShader}`.replace('void main() {', 'void main() {\ncutAway();');
  };
}

/** Lets wide lines be cut away. */
export function cutLines(material: LineMaterial): void {
  material.onBeforeCompile = (shader) => {
    share(shader);
    shader.vertexShader = shader.vertexShader.replace('void main() {', `${VARYING}\nvoid main() {\nvCutAt = position.y < 0.5 ? instanceStart : instanceEnd;`);
    shader.fragmentShader = shader.fragmentShader.replace('void main() {', `${FRAGMENT}\nvoid main() {\ncutAway();`);
  };
}

/** Draws slabs on the ground: faint joints, and slabs that are hardly lighter or darker than their neighbours. They fade with the distance. */
export function pave(material: Material): void {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `varying vec3 vPaved;\n${shader.vertexShader}`.replace('#include <begin_vertex>', '#include <begin_vertex>\nvPaved = (modelMatrix * vec4(position, 1.0)).xyz;');
    shader.fragmentShader = `varying vec3 vPaved;\n${shader.fragmentShader}`.replace('#include <color_fragment>', `#include <color_fragment>
      vec2 slab = vPaved.xy / 0.9;
      vec2 wide = max(fwidth(slab), vec2(1e-4));
      float fine = clamp(1.5 - 4.0 * max(wide.x, wide.y), 0.0, 1.0);
      // How much of the pixel a joint covers.
      vec2 joint = clamp((vec2(0.006) + 0.5 * wide - (0.5 - abs(fract(slab) - 0.5))) / wide, 0.0, 1.0) * min(vec2(1.0), vec2(0.012) / wide);
      float tone = fract(sin(dot(floor(slab), vec2(12.9898, 78.233))) * 43758.5453);
      diffuseColor.rgb *= 1.0 - fine * (0.16 * max(joint.x, joint.y) + 0.03 * tone);`);
  };
}

function share(shader: WebGLProgramParametersWithUniforms): void {
  Object.assign(shader.uniforms, cut);
}
